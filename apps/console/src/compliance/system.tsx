import { Button, Flex, PageSection } from '@patternfly/react-core';
import type { ReportRecord, SystemRecord } from '@wardstone/dto/compliance';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { COMPLIANCE, type Single, sortedPage } from '../api/compliance';
import { useApi } from '../api/hooks';
import { EmptyPart } from '../parts/empty-part';
import { Facts } from '../parts/facts';
import { List } from '../parts/list-page';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/page-head';
import { column } from '../parts/paged-table';
import { RemoveButton } from '../parts/remove-button';
import { Time } from '../parts/time';
import { useMay } from '../shell/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { historyTexts } from '../texts/history';
import { POLICY_COLUMNS } from './columns';
import { historyOf } from './places';
import { UploadResult } from './upload-result';

const { systemsPage: words } = texts;

/** A system and the policies it is assigned to. */
export function System(): ReactNode {
  const { systemId = '' } = useParams();
  const path = `${COMPLIANCE}/systems/${encodeURIComponent(systemId)}`;
  const query = useApi<Single<SystemRecord>>(path);
  const system = query.data?.data;
  const policies = `${path}/reports`;
  return (
    <>
      <PageHead
        title={system?.display_name ?? texts.system}
        trail={[
          { title: texts.title, to: '/compliance' },
          { title: texts.sections.systems, to: '/compliance/systems' },
        ]}
        actions={system && <Actions system={system} path={path} />}
      />
      <PageSection hasBodyWrapper={false}>
        <Loaded query={query} lines={2}>
          {({ data }) => (
            <Facts
              facts={[
                [texts.osVersion, texts.os(data.os_major_version, data.os_minor_version)],
                [words.groups, data.groups.map(({ name }) => name).join(', ') || texts.none],
                [texts.lastSeen, <Time at={data.last_seen} />],
              ]}
            />
          )}
        </Loaded>
        {(system || query.isPending) && (
          <List<ReportRecord>
            label={words.reports}
            source={policies}
            keyOf={({ id }) => id}
            fetchPage={({ sort = 'title', ...wanted }) => sortedPage(policies, { ...wanted, sort })}
            columns={[
              ...Object.values(POLICY_COLUMNS),
              column('history', texts.results, (row) => (
                <Link to={historyOf(row.id, systemId)} aria-label={`${historyTexts.history}: ${row.title}`}>
                  {historyTexts.history}
                </Link>
              )),
            ]}
            empty={<EmptyPart {...words.noPolicies} />}
          />
        )}
      </PageSection>
    </>
  );
}

function Actions({ system, path }: { system: SystemRecord; path: string }): ReactNode {
  const [isUploading, setUploading] = useState(false);
  const mayUpload = useMay('compliance:report:write');
  const mayRemove = useMay('compliance:system:write');
  return (
    <Flex columnGap={{ default: 'columnGapSm' }}>
      {mayUpload && <Button onClick={() => setUploading(true)}>{texts.upload.result}</Button>}
      {mayRemove && (
        <RemoveButton
          action={words.remove}
          title={`${words.remove}: ${system.display_name}`}
          path={path}
          to="/compliance/systems"
        >
          {words.removeBody}
        </RemoveButton>
      )}
      {isUploading && <UploadResult systemId={system.id} close={() => setUploading(false)} />}
    </Flex>
  );
}
