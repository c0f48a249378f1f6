import { Component, type ReactNode } from 'react'

interface Props {
  /** What stands there instead; the words stay readable, whatever went wrong with drawing them. */
  readonly plain: ReactNode
  readonly children: ReactNode
}

/** Text that cannot be drawn as it should be takes no screen with it. */
export class PlainWhenBroken extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? this.props.plain : this.props.children
  }
}
