import type { GroupRest } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { monitoringPage } from '../api/pages';
import { EmptyPart } from '../parts/empty-part';
import { ListPage } from '../parts/list-page';
import { groupTexts as texts } from '../texts/groups';

/** Groups of resources. */
export default function Groups(): ReactNode {
  return (
    <ListPage<GroupRest>
      title={texts.title}
      source="/rest/group"
      keyOf={({ id }) => String(id)}
      filters={[{ kind: 'text', name: 'q', label: texts.search }]}
      fetchPage={({ page, size, filter, signal }) =>
        monitoringPage('/rest/group', { page, size, query: { q: filter('q') }, signal })
      }
      columns={[
        { name: 'name', title: texts.name, cell: (row) => row.name },
        { name: 'category', title: texts.category, cell: (row) => row.category },
        { name: 'members', title: texts.members, cell: (row) => row.explicitCount, isNumber: true },
      ]}
      empty={<EmptyPart title={texts.empty.title}>{texts.empty.body}</EmptyPart>}
    />
  );
}
