export { Clock, SystemClock, TestClock } from './clock';
export { parseIsoTime } from './iso-time';
