import fs from 'node:fs';
import path from 'node:path';
import type { ServiceName } from '../../../tools/system';
import { workspaceRoot } from '../../../tools/workspace';

/** An operation as the contract describes it. */
export interface ContractOperation {
  service: ServiceName;
  method: string;
  /** As the contract spells it, e.g. `/rest//index`. */
  path: string;
  /** Statuses that the contract, or where it is silent the behaviour that follows from it, names for the operation. */
  statuses: string[];
  /** Names of query parameters. */
  query: string[];
  /** Whether the response may be compressed. */
  isPacked: boolean;
}

const COLUMNS = ['service', 'method', 'path', 'statuses', 'query', 'gzip'];

/** All operations of the three contracts, those whose paths the contract does not name included. */
export function readContract(): ContractOperation[] {
  const file = path.join(workspaceRoot(), 'e2e', 'start', 'contract', 'operations.tsv');
  const [header = '', ...lines] = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  if (header !== COLUMNS.join('\t')) throw new Error(`${file} must begin with the columns ${COLUMNS.join(', ')}`);
  return lines.map((line) => {
    const [service = '', method = '', address = '', statuses = '', query = '', gzip = ''] = line.split('\t');
    return {
      service: service as ServiceName,
      method,
      path: address,
      statuses: words(statuses),
      query: words(query),
      isPacked: gzip === 'gzip',
    };
  });
}

function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** The address alone: slashes once, parameters without their names. */
export function toAddress(template: string): string {
  const plain = template.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  return plain.replace(/\{[^}]+\}/g, '{}');
}
