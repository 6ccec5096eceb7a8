export { Pace, paced, type PaceOptions } from './pace';
export { type Turn, TurnRefused, Turns } from './turns';
