import { parseLook } from '../../shared/look.ts'

/** In the app the page says how the window looked last, so that its first picture waits for nothing. Null elsewhere. */
export const lastLook = parseLook(document.querySelector<HTMLMetaElement>('meta[name="look"]')?.content ?? '')
