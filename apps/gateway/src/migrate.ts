import 'reflect-metadata';
import { runMigrationProgram } from '@wardstone/database';
import { MIGRATIONS } from './data-source';

void runMigrationProgram('gateway', MIGRATIONS);
