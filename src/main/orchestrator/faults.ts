/**
 * The points of 7-safety R1 that lie in the orchestrator. A kill test hands in a port that ends the process at one of
 * them; the app hands in nothing.
 *
 * F01 task stored, before its first step. F02 request sent, no byte back. F03 in the middle of the stream. F04 answer
 * complete, before its commit. F05 inside that commit. F06 after it, before the event. F07 decision received, before its
 * commit. F08 committed, before the reply. F09 replied, before scheduling. F10 before `started` is committed. F11 after,
 * before the tool hears. F12 the tool was told. F13 belongs to the tool (its effect is done, no reply yet). F14 reply
 * received, before its commit. F15 inside that commit. F16 after it, before the next step. F17 between parallel calls.
 * F18 a sub-agent's chat is stored, its parent not parked. F19 it is over, before its parent is woken. F25 retry scheduled. F26 abort received. F27 orderly quit half done.
 */
export type FaultPoint =
  | 'F01'
  | 'F02'
  | 'F03'
  | 'F04'
  | 'F05'
  | 'F06'
  | 'F07'
  | 'F08'
  | 'F09'
  | 'F10'
  | 'F11'
  | 'F12'
  | 'F14'
  | 'F15'
  | 'F16'
  | 'F17'
  | 'F18'
  | 'F19'
  | 'F25'
  | 'F26'
  | 'F27'

export interface Faults {
  at(point: FaultPoint): void
}

export const NO_FAULTS: Faults = { at() {} }
