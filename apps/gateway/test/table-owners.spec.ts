import path from 'node:path';
import { itWritesTablesOfItsOwn } from '@wardstone/testing';

itWritesTablesOfItsOwn({ service: 'gateway', src: path.join(__dirname, '..', 'src'), exceptions: {}, composed: {} });
