export { provideFolder as default } from './test-run';
