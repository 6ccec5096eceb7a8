import type { ResourceChange } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyPart } from '../parts/empty-part';
import { DataTable } from '../parts/paged-table';
import { Time } from '../parts/time';
import { inventoryTexts } from '../texts/inventory';

const texts = inventoryTexts.changes;

/** What changed last on the resource and its parts. */
export function ResourceHistory({ changes }: { changes: readonly ResourceChange[] }): ReactNode {
  return (
    <section aria-labelledby="changes-title">
      <h2 id="changes-title">{texts.title}</h2>
      {changes.length === 0 ? (
        <EmptyPart title={texts.none} headingLevel="h3" />
      ) : (
        <DataTable
          label={texts.title}
          rows={changes.map((change, at) => ({ ...change, at }))}
          keyOf={({ at }) => String(at)}
          columns={[
            { name: 'time', title: texts.time, cell: ({ time }) => <Time at={time} /> },
            { name: 'what', title: texts.what, cell: (change) => <Change change={change} /> },
            {
              name: 'where',
              title: inventoryTexts.now.where,
              cell: ({ resourceId, resourceName }) => <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>,
            },
            { name: 'status', title: texts.status, cell: ({ status }) => (status && texts.statuses[status]) ?? '–' },
            { name: 'by', title: texts.by, cell: ({ by }) => by ?? '–' },
          ]}
        />
      )}
    </section>
  );
}

function Change({ change: { kind, name, job, resourceId } }: { change: ResourceChange }): ReactNode {
  const text = texts.kinds[kind](name ?? '');
  const page = `/inventory/${resourceId}`;
  if (kind === 'OPERATION' && job !== null) {
    return <Link to={`${page}/operations?job=${encodeURIComponent(job)}`}>{text}</Link>;
  }
  return kind === 'CONFIGURATION' ? <Link to={`${page}/configuration`}>{text}</Link> : text;
}
