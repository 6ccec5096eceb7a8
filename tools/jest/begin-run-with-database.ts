export { provideDatabase as default } from './test-run';
