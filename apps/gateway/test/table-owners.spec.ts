import path from 'node:path';
import { itWritesTablesOfItsOwn } from '@wardstone/testing';

itWritesTablesOfItsOwn({ src: path.join(__dirname, '..', 'src'), exceptions: {}, composed: {} });
