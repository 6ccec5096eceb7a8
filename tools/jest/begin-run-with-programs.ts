import { endWithProcess, provideDatabase, providePrograms } from './test-run';

export default async function begin(): Promise<void> {
  endWithProcess();
  await provideDatabase();
  await providePrograms();
}
