import { PageSection } from '@patternfly/react-core';
import { AVAILABILITIES } from '../api/monitoring';
import type { ReactNode } from 'react';
import { useFetched } from '../api/hooks';
import { monitoringPage } from '../api/pages';
import { AvailabilityLabel } from '../parts/labels';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/page-head';
import { DataTable } from '../parts/paged-table';
import { overviewTexts as texts } from '../texts/overview';

/** How many resources have each availability. */
export default function Overview(): ReactNode {
  const counts = useFetched(['overview', 'availability'], (signal) =>
    Promise.all(
      AVAILABILITIES.map(async (availability) => ({
        availability,
        count: (await monitoringPage('/rest/resource', { page: 0, size: 1, query: { availability }, signal })).total,
      })),
    ),
  );
  return (
    <>
      <PageHead title={texts.title} />
      <PageSection hasBodyWrapper={false}>
        <Loaded query={counts}>
          {(rows) => (
            <DataTable
              label={texts.resources}
              rows={rows}
              keyOf={(row) => row.availability}
              columns={[
                {
                  name: 'availability',
                  title: texts.availability,
                  cell: (row) => <AvailabilityLabel value={row.availability} />,
                },
                { name: 'count', title: texts.count, cell: (row) => row.count, isNumber: true },
              ]}
            />
          )}
        </Loaded>
      </PageSection>
    </>
  );
}
