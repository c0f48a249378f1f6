import type { Session } from 'electron'
import type { ServedFile } from '../api/renderer-files.ts'

/** Answers app://spora/… from the table of built files; anything else is 404. */
export function serveAppProtocol(session: Session, file: (pathname: string) => ServedFile | undefined): void {
  session.protocol.handle('app', request => {
    const { host, pathname } = new URL(request.url)
    const found = request.method === 'GET' && host === 'spora' ? file(pathname) : undefined
    if (!found) return new Response(null, { status: 404 })
    return new Response(new Uint8Array(found.body), { headers: found.headers })
  })
}
