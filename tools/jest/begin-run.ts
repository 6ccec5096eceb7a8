import { endWithProcess, provideFolder } from './test-run';

export default function begin(): void {
  endWithProcess();
  provideFolder();
}
