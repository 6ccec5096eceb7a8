export { Clock, parseIsoTime, SystemClock, TestClock } from './clock';
export { upTo } from './up-to';
