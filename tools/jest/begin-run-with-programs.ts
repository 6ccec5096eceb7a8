import { provideDatabase, providePrograms } from './test-run';

export default async function begin(): Promise<void> {
  await provideDatabase();
  providePrograms();
}
