import { PageSection } from '@patternfly/react-core';
import type { GroupDefinitionRest } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { withQuery } from '../api/client';
import { useApi } from '../api/hooks';
import { EmptyPart } from '../parts/empty-part';
import { LinkButton } from '../parts/link-button';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/page-head';
import { DataTable } from '../parts/paged-table';
import { groupTexts } from '../texts/groups';
import { intervalText } from './domain/expression';
import { GroupTabs } from './groups-page';

const texts = groupTexts.definitions;

/** Definitions whose expressions choose members. */
export function GroupDefinitionsPage(): ReactNode {
  const query = useApi<GroupDefinitionRest[]>(withQuery('/rest/group/definitions', {}));
  const add = <LinkButton to="/groups/definitions/new">{texts.new}</LinkButton>;
  return (
    <>
      <PageHead title={texts.title} actions={add} />
      <GroupTabs />
      <PageSection hasBodyWrapper={false}>
        <Loaded query={query}>
          {(definitions) =>
            definitions.length === 0 ? (
              <EmptyPart title={texts.empty.title} action={add}>
                {texts.empty.body}
              </EmptyPart>
            ) : (
              <DataTable
                label={texts.title}
                rows={definitions}
                keyOf={({ id }) => String(id)}
                columns={[
                  {
                    name: 'name',
                    title: groupTexts.name,
                    cell: ({ id, name }) => <Link to={`/groups/definitions/${id}`}>{name}</Link>,
                  },
                  { name: 'description', title: texts.description, cell: ({ description }) => description ?? '–' },
                  { name: 'interval', title: texts.interval, cell: (row) => intervalText(row.recalcInterval) },
                  {
                    name: 'groups',
                    title: texts.groups,
                    isNumber: true,
                    cell: ({ generatedGroupIds }) => generatedGroupIds.length,
                  },
                ]}
              />
            )
          }
        </Loaded>
      </PageSection>
    </>
  );
}
