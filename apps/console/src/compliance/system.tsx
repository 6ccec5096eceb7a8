import { Button, Flex, PageSection } from '@patternfly/react-core';
import type { ReportRecord, SystemRecord } from '@wardstone/dto/compliance';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { request } from '../api/client';
import { COMPLIANCE, sortedPage } from '../api/compliance';
import type { Single } from '../api/compliance';
import { useApi, useRefresh } from '../api/hooks';
import { ConfirmDialog } from '../parts/confirm-dialog';
import { EmptyPart } from '../parts/empty-part';
import { Facts } from '../parts/facts';
import { List } from '../parts/list-page';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/page-head';
import { Time } from '../parts/time';
import { useMay } from '../shell/caller';
import { complianceTexts as texts } from '../texts/compliance';
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
        <List<ReportRecord>
          label={words.reports}
          source={policies}
          keyOf={({ id }) => id}
          fetchPage={(wanted) => sortedPage(policies, wanted)}
          columns={[
            {
              name: 'title',
              title: texts.policy,
              isSortable: true,
              cell: (row) => <Link to={`/compliance/policies/${row.id}`}>{row.title}</Link>,
            },
            { name: 'profile', title: texts.profile, cell: (row) => row.profile_title },
            {
              name: 'compliance_threshold',
              title: texts.threshold,
              isSortable: true,
              isNumber: true,
              cell: (row) => texts.percent(row.compliance_threshold),
            },
          ]}
          empty={<EmptyPart title={words.noPolicies.title}>{words.noPolicies.body}</EmptyPart>}
        />
      </PageSection>
    </>
  );
}

function Actions({ system, path }: { system: SystemRecord; path: string }): ReactNode {
  const [dialog, setDialog] = useState<'upload' | 'remove'>();
  const mayUpload = useMay('compliance:report:write');
  const mayRemove = useMay('compliance:system:write');
  const navigate = useNavigate();
  const refresh = useRefresh();
  const close = (): void => setDialog(undefined);
  const remove = async (): Promise<void> => {
    await request(path, { method: 'DELETE' });
    void navigate('/compliance/systems');
    await refresh();
  };
  return (
    <Flex columnGap={{ default: 'columnGapSm' }}>
      {mayUpload && <Button onClick={() => setDialog('upload')}>{texts.upload.result}</Button>}
      {mayRemove && (
        <Button variant="secondary" isDanger onClick={() => setDialog('remove')}>
          {words.remove}
        </Button>
      )}
      {dialog === 'upload' && <UploadResult systemId={system.id} close={close} />}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={`${words.remove}: ${system.display_name}`}
          action={words.remove}
          isDanger
          confirm={remove}
          close={close}
        >
          {words.removeBody}
        </ConfirmDialog>
      )}
    </Flex>
  );
}
