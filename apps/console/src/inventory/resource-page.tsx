import type { ReactNode } from 'react';
import { Route, Routes, useParams } from 'react-router';
import { LIVE, useGet } from '../api/client';
import { parseAncestry } from '../api/monitoring';
import { toResourceScopes, SilenceButton } from '../parts/monitoring/silence-button';
import { AlertsOfResource } from '../parts/monitoring/alert-table';
import { AvailabilityLabel } from '../parts/values';
import { Loaded } from '../parts/states';
import { ConsolePage, isKnownTab, PageTabs } from '../parts/page';
import { NotFound } from '../shell/not-found';
import { inventoryTexts as texts } from '../texts/inventory';
import { FileChanges } from './file-changes';
import { ResourceCharts } from './resource-charts';
import { ResourceChildren } from './resource-children';
import { ResourceConfiguration } from './resource-configuration';
import { ResourceEvents } from './resource-events';
import { ResourceGroups } from './resource-groups';
import { ResourceOperations } from './resource-operations';
import { ResourceOverview } from './resource-overview';
import { ResourceDependencies } from './resource-dependencies';
import { ResourceSchedules } from './resource-schedules';
import { TakeOut } from './take-out';

/** One resource: its state, its metrics, and its operations. */
export function ResourcePage(): ReactNode {
  const { id = '', '*': part = '' } = useParams();
  const query = useGet('/rest/resource/{id}', { path: { id } }, LIVE);
  const { data } = query;
  const { sections } = texts;
  const here = `/inventory/${id}`;
  const trail = data ? parseAncestry(data).map(({ id: to, name }) => ({ title: name, to: `/inventory/${to}` })) : [];
  const tabs = [
    { to: here, title: sections.overview },
    { to: `${here}/charts`, title: sections.charts },
    { to: `${here}/parts`, title: sections.children },
    { to: `${here}/alerts`, title: sections.alerts },
    { to: `${here}/events`, title: sections.events },
    { to: `${here}/schedules`, title: sections.schedules },
    { to: `${here}/operations`, title: sections.operations },
    { to: `${here}/configuration`, title: sections.configuration },
    { to: `${here}/files`, title: sections.files },
    { to: `${here}/groups`, title: sections.groups },
  ];
  if (!isKnownTab(tabs, here, part)) return <NotFound />;
  return (
    <ConsolePage
      title={data?.resourceName ?? texts.title}
      trail={[{ title: texts.title, to: '/inventory' }, ...trail]}
      beside={data && <AvailabilityLabel value={data.availability} />}
      actions={
        data && (
          <>
            {data.status === 'COMMITTED' && <SilenceButton name={data.resourceName} scopes={toResourceScopes(data)} />}{' '}
            <TakeOut resource={data} />
          </>
        )
      }
      tabs={data && <PageTabs label={sections.label} tabs={tabs} />}
    >
      <Loaded query={query}>
        {(resource) => (
          <Routes>
            <Route index element={<ResourceOverview resource={resource} />} />
            <Route path="charts" element={<ResourceCharts resource={resource} />} />
            <Route
              path="parts"
              element={
                <div className="parts-of-page">
                  <ResourceChildren resource={resource} />
                  {resource.status === 'COMMITTED' && <ResourceDependencies resource={resource} />}
                </div>
              }
            />
            <Route path="alerts" element={<AlertsOfResource resource={resource} />} />
            <Route path="events" element={<ResourceEvents resource={resource} />} />
            <Route path="schedules" element={<ResourceSchedules resource={resource} />} />
            <Route path="operations" element={<ResourceOperations resource={resource} />} />
            <Route path="configuration" element={<ResourceConfiguration resource={resource} />} />
            <Route path="files" element={<FileChanges resource={resource} />} />
            <Route path="groups" element={<ResourceGroups resource={resource} />} />
          </Routes>
        )}
      </Loaded>
    </ConsolePage>
  );
}
