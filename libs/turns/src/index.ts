export { KeyedQueue } from './keyed-queue';
export { Pace, paceBlocks, type PaceOptions } from './pace';
export { type Turn, type TurnLimits, TurnRefused, Turns } from './turns';
