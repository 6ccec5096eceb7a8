import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ObjectMap } from '@wardstone/dto';
import type { ReactNode } from 'react';
import { Facts } from '../parts/facts';
import { inventoryTexts } from '../texts/inventory';
import { partsOfResult } from './domain/operation-form';

/** What an operation returned: values, and a table of each list. */
export function OperationResult({ result }: { result: ObjectMap }): ReactNode {
  const { values, tables } = partsOfResult(result);
  if (values.length === 0 && tables.length === 0) return <p>{inventoryTexts.operations.noResult}</p>;
  return (
    <>
      {values.length > 0 && <Facts facts={values} />}
      {tables.map(({ name, columns, rows }) => (
        // Results may be long; what scrolls has to be reached by keys.
        <div key={name} className="operation-table" tabIndex={0} role="region" aria-label={name}>
          <Table aria-label={name} variant="compact" gridBreakPoint="">
            <Thead>
              <Tr>
                {columns.map((column) => (
                  <Th key={column}>{column}</Th>
                ))}
              </Tr>
            </Thead>
            <Tbody>
              {rows.map((row, at) => (
                <Tr key={at}>
                  {row.map((cell, column) => (
                    <Td key={columns[column]}>{cell}</Td>
                  ))}
                </Tr>
              ))}
            </Tbody>
          </Table>
        </div>
      ))}
    </>
  );
}
