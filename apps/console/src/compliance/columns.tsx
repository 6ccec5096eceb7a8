import type { ReportRecord, SystemRecord } from '@wardstone/client/compliance';
import { Link } from 'react-router';
import { type Column, column } from '../parts/list';
import { Time } from '../parts/values';
import { complianceTexts as texts } from '../texts/compliance';

/** Columns of policies. */
export const POLICY_COLUMNS = {
  title: column('title', texts.policy, 'sortable', (row) => (
    <Link to={`/compliance/policies/${row.id}`}>{row.title}</Link>
  )),
  profile: column('profile', texts.profile, (row) => row.profile_title),
  threshold: column('compliance_threshold', texts.threshold, 'sortable', 'number', (row) =>
    texts.percent(row.compliance_threshold),
  ),
} as const satisfies Readonly<Record<string, Column<ReportRecord>>>;

/** Page of the host in monitoring; if its platform is unknown, it is found by its agent. Pure. */
export const getHost = ({ agent = '', platform_id: id }: Pick<SystemRecord, 'agent' | 'platform_id'>): string =>
  id === undefined ? `/inventory/agents/${encodeURIComponent(agent)}` : `/inventory/${id}`;

/** Columns of systems. */
export const SYSTEM_COLUMNS = {
  name: column('display_name', texts.system, 'sortable', (row) => (
    <Link to={`/compliance/systems/${row.id}`}>{row.display_name}</Link>
  )),
  osVersion: column('os_version', texts.osVersion, 'sortable', 'number', (row) =>
    texts.os(row.os_major_version, row.os_minor_version),
  ),
  policies: column('policies', texts.systemsPage.policies, (row) => (
    <span className="clamped">{(row.policies ?? []).map(({ title }) => title).join(', ') || '–'}</span>
  )),
  agent: column('agent', texts.systemsPage.agent, (row) =>
    row.agent === undefined ? '–' : <Link to={getHost(row)}>{row.agent}</Link>,
  ),
  lastSeen: column('last_seen', texts.lastSeen, (row) => <Time at={row.last_seen} />),
} as const satisfies Readonly<Record<string, Column<SystemRecord>>>;
