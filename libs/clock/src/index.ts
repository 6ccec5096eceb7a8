export { Clock, parseIsoTime, SystemClock, TestClock } from './clock';
