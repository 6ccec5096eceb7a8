export { Clock, parseIsoTime, SystemClock, TestClock } from './clock';
export { upTo, upToFor } from './cache-options';
