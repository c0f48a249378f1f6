import { useSyncExternalStore } from 'react'
import { isHeld, onHeld } from './leave-guard.ts'

/** Whether a form on the screen holds unsaved work. */
export const useHeld = (): boolean => useSyncExternalStore(onHeld, isHeld)
