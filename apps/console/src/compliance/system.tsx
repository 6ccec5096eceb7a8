import { Button, Flex } from '@patternfly/react-core';
import type { ReportRecord, ScanRecord, ScanRequestRecord, SystemRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import {
  joinByAnd,
  anyValueFilter,
  COMPLIANCE,
  compliancePage,
  historyAddress,
  equalsCondition,
  fetchNewestResults,
  type Single,
  sortedPages,
} from '../api/compliance';
import { request, useApi } from '../api/client';
import { EmptyPart, Loaded } from '../parts/states';
import { Facts, Time } from '../parts/values';
import { column, List } from '../parts/list';
import { ConsolePage, PartTabs } from '../parts/page';
import { RemoveButton } from '../parts/remove-button';
import { ExceptedVerdict, getScore } from '../parts/verdict';
import { useMay } from '../api/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { uploadTexts } from '../texts/uploads';
import { frameworkTexts } from '../texts/frameworks';
import { historyTexts } from '../texts/history';
import { getHost, POLICY_COLUMNS } from './columns';
import { Frameworks } from './frameworks';
import { LastResult, Score } from './labels';
import { isOpen, SCANS, ScanNow, ScanRequestOutcome, ScanState, type ScanStateProps, StopScan } from './scans';
import { UploadResult } from './upload-result';

const { systemsPage: words } = texts;

/** A system and its policies. */
export function System(): ReactNode {
  const { systemId = '' } = useParams();
  const path = `${COMPLIANCE}/systems/${encodeURIComponent(systemId)}`;
  const query = useApi<Single<SystemRecord>>(path);
  const system = query.data?.data;
  return (
    <ConsolePage
      title={system?.display_name ?? texts.system}
      trail={[
        { title: texts.title, to: '/compliance' },
        { title: texts.sections.systems, to: '/compliance/systems' },
      ]}
      actions={system && <Actions system={system} path={path} />}
    >
      <Loaded query={query} lines={2}>
        {({ data }) => (
          <Facts
            facts={[
              [texts.osVersion, texts.os(data.os_major_version, data.os_minor_version)],
              [words.groups, data.groups.map(({ name }) => name).join(', ') || texts.none],
              [texts.lastSeen, <Time at={data.last_seen} />],
              [words.agent, <Agent system={data} />],
            ]}
          />
        )}
      </Loaded>
      {(system || query.isPending) && (
        <PartTabs
          label={words.tabs}
          tabs={[
            {
              name: 'policies',
              title: texts.sections.policies,
              content: () => <SystemPolicies path={path} systemId={systemId} />,
            },
            {
              name: 'frameworks',
              title: frameworkTexts.title,
              content: () => <Frameworks of={path} isOfSystem page={`/compliance/systems/${systemId}`} />,
            },
          ]}
        />
      )}
    </ConsolePage>
  );
}

/** Link to the host in monitoring, found by its agent. */
function Agent({ system }: { system: SystemRecord }): ReactNode {
  return system.agent === undefined ? words.noAgent : <Link to={getHost(system)}>{system.agent}</Link>;
}

/** A policy of a system with the system's scan. */
type SystemPolicy = ReportRecord & ScanStateProps;

function SystemPolicies({ path, systemId }: { path: string; systemId: string }): ReactNode {
  const [scanRequest, setScanRequest] = useState<ScanRequestRecord>();
  const mayScan = useMay('compliance:scan:write');
  const source = `${path}/reports`;
  return (
    <>
      {scanRequest && <ScanRequestOutcome outcome={scanRequest} close={() => setScanRequest(undefined)} />}
      <List<SystemPolicy>
        label={words.reports}
        source={source}
        toKey={({ id }) => id}
        isLive
        isBusy={({ scan }) => scan !== undefined && isOpen(scan)}
        fetchPage={async (wanted) => {
          const page = await sortedPages<ReportRecord>(source, 'title')(wanted);
          return { ...page, rows: await judged(systemId, page.rows, wanted.signal) };
        }}
        columns={[
          POLICY_COLUMNS.title,
          column('result', texts.result, ({ id, title, result }) => (
            <>
              <LastResult policyId={id} result={result} />{' '}
              {result && (
                <Link to={historyAddress(id, systemId)} aria-label={`${historyTexts.history}: ${title}`}>
                  {historyTexts.history}
                </Link>
              )}
            </>
          )),
          column('excepted', texts.withExceptions, ({ result }) => result && <ExceptedVerdict result={result} />),
          column('score', texts.score, ({ result, compliance_threshold: threshold }) =>
            result ? <Score value={getScore(result)} threshold={threshold} /> : texts.noScore,
          ),
          column('scan', texts.scans.state, ({ scan, result }) => <ScanState scan={scan} result={result} />),
          ...(mayScan
            ? [
                column<SystemPolicy>('actions', texts.scans.actions, ({ id, scan }) =>
                  scan && isOpen(scan) ? (
                    <StopScan scan={scan} />
                  ) : (
                    <ScanNow policyId={id} systemIds={[systemId]} done={setScanRequest} isInRow>
                      {texts.scans.now}
                    </ScanNow>
                  ),
                ),
              ]
            : []),
        ]}
        empty={<EmptyPart {...words.noPolicies} action={<Link to="/compliance">{texts.sections.policies}</Link>} />}
      />
    </>
  );
}

/** Policies with the newest result and the last scan of a system in each. */
async function judged(
  systemId: string,
  reports: readonly ReportRecord[],
  signal: AbortSignal,
): Promise<readonly SystemPolicy[]> {
  if (reports.length === 0) return [];
  const ids = reports.map(({ id }) => id);
  const filter = joinByAnd(equalsCondition('system_id', systemId), 'newest = true', anyValueFilter('policy_id', ids));
  const [scans, results] = await Promise.all([
    compliancePage<ScanRecord>(SCANS, { page: 0, size: ids.length, query: { filter }, signal }),
    fetchNewestResults(systemId, ids, signal),
  ]);
  const getScan = (id: string): ScanRecord | undefined => scans.rows.find(({ policy_id: of }) => of === id);
  return reports.map((report, at) => ({ ...report, result: results[at], scan: getScan(report.id) }));
}

function Actions({ system, path }: { system: SystemRecord; path: string }): ReactNode {
  const [isUploading, setUploading] = useState(false);
  const mayUpload = useMay('compliance:report:write');
  const mayRemove = useMay('compliance:system:write');
  return (
    <Flex columnGap={{ default: 'columnGapSm' }}>
      {mayUpload && <Button onClick={() => setUploading(true)}>{uploadTexts.result}</Button>}
      {mayRemove && (
        <RemoveButton
          action={words.remove}
          title={`${words.remove}: ${system.display_name}`}
          remove={() => request(path, { method: 'DELETE' })}
          to="/compliance/systems"
        >
          {words.removeBody}
        </RemoveButton>
      )}
      {isUploading && <UploadResult systemId={system.id} close={() => setUploading(false)} />}
    </Flex>
  );
}
