export { Clock, SystemClock, TestClock } from './clock';
