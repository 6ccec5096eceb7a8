import type { Link } from '@wardstone/dto';
import type { ReactNode } from 'react';
import { request } from '../api/client';
import { EmptyPart } from '../parts/empty-part';
import { ListPage } from '../parts/list-page';
import { reportTexts as texts } from '../texts/reports';

/** Reports that can be downloaded. */
export default function Reports(): ReactNode {
  return (
    <ListPage<string>
      title={texts.title}
      source="/rest/reports"
      keyOf={(name) => name}
      fetchPage={async ({ signal }) => {
        const rows = (await request<Link[]>('/rest/reports', { signal })).flatMap((link) => Object.keys(link));
        return { rows, total: rows.length };
      }}
      columns={[
        { name: 'name', title: texts.name, cell: (name) => name },
        {
          name: 'file',
          title: texts.file,
          cell: (name) => (
            <a href={`/rest/reports/${name}.csv`} download>
              {name}.csv
            </a>
          ),
        },
      ]}
      empty={<EmptyPart title={texts.empty.title} />}
    />
  );
}
