import type { GroupDefinitionRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useGet } from '../api/client';
import { EmptyPart, Loaded } from '../parts/states';
import { ConsolePage, LinkButton } from '../parts/page';
import { column, DataTable } from '../parts/list';
import { groupTexts } from '../texts/groups';
import { intervalText } from './domain/expression';
import { GroupTabs } from './groups-page';

const texts = groupTexts.definitions;

/** Group definitions, whose expressions select members. */
export function GroupDefinitionsPage(): ReactNode {
  const query = useGet('/rest/group/definitions');
  const add = <LinkButton to="/groups/definitions/new">{texts.new}</LinkButton>;
  return (
    <ConsolePage title={texts.title} actions={add} tabs={<GroupTabs />}>
      <Loaded query={query}>
        {(definitions) => (
          <DataTable<GroupDefinitionRest>
            label={texts.title}
            rows={definitions}
            toKey={({ id }) => String(id)}
            columns={[
              column('name', groupTexts.name, ({ id, name }) => <Link to={`/groups/definitions/${id}`}>{name}</Link>),
              column('description', texts.description, ({ description }) => description ?? '–'),
              column('interval', texts.interval, (row) => intervalText(row.recalcInterval)),
              column('groups', texts.groups, 'number', ({ generatedGroupIds }) => generatedGroupIds.length),
            ]}
            empty={<EmptyPart {...texts.empty} action={add} />}
          />
        )}
      </Loaded>
    </ConsolePage>
  );
}
