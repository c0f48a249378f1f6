import { WelcomeAside } from './welcome-aside.tsx'

/** The first run before its steps are there. Part of the first load: it is the first picture of the very first start. */
export function WelcomeWaiting() {
  return (
    <div className="welcome">
      <WelcomeAside />
      <main className="welcome-main" aria-busy />
    </div>
  )
}
