import { endWithProcess, provideDatabase } from './test-run';

export default async function begin(): Promise<void> {
  endWithProcess();
  await provideDatabase();
}
