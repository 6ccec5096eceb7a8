import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ObjectMap } from '@wardstone/dto';
import { type ReactNode, useState } from 'react';
import { Facts } from '../parts/values';
import { inventoryTexts } from '../texts/inventory';
import { partsOfResult, type ResultTable, sortedRows, type ResultValue } from './domain/operation-result';

interface OperationResultProps {
  result: ObjectMap;
  /** Declarations of its values, if known. */
  declared: readonly ResultValue[];
}

/** Result of an operation: values, and a table for each list. */
export function OperationResult({ result, declared }: OperationResultProps): ReactNode {
  const { values, texts, tables } = partsOfResult(result, declared);
  if (values.length + texts.length + tables.length === 0) return <p>{inventoryTexts.operations.noResult}</p>;
  return (
    <>
      {values.length > 0 && <Facts facts={values} />}
      {texts.map(([name, text]) => (
        <div key={name} className="operation-table" tabIndex={0} role="region" aria-label={name}>
          <strong>{name}</strong>
          <pre className="event-text">{text}</pre>
        </div>
      ))}
      {tables.map((table) => (
        <SortableTable key={table.name} table={table} />
      ))}
    </>
  );
}

/** In the operation's order until a column is selected. */
function SortableTable({ table: { name, columns, rows } }: { table: ResultTable }): ReactNode {
  const [sort, setSort] = useState<{ index: number; direction: 'asc' | 'desc' }>();
  const shown = sort ? sortedRows(rows, sort.index, sort.direction === 'desc') : rows;
  const numeric = (isNumber: boolean): { className?: string } => (isNumber ? { className: 'number' } : {});
  return (
    // Results may be long; a scrollable region must be focusable.
    <div className="operation-table" tabIndex={0} role="region" aria-label={name}>
      <Table aria-label={name} variant="compact" gridBreakPoint="">
        <Thead>
          <Tr>
            {columns.map(({ name: column, title, isNumber }, at) => (
              <Th
                key={column}
                {...numeric(isNumber)}
                sort={{
                  columnIndex: at,
                  sortBy: sort ?? {},
                  onSort: (_event, index, direction) => setSort({ index, direction }),
                }}
              >
                {title}
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {shown.map((row, at) => (
            <Tr key={at}>
              {row.map(({ text }, column) => (
                <Td key={columns[column]!.name} {...numeric(columns[column]!.isNumber)}>
                  {text}
                </Td>
              ))}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </div>
  );
}
