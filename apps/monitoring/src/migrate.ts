import 'reflect-metadata';
import { runMigrationJob } from './migration-job';

void runMigrationJob();
