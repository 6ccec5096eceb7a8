import type { ReportRecord, SystemRecord } from '@wardstone/dto/compliance';
import { Link } from 'react-router';
import type { Column } from '../parts/paged-table';
import { Time } from '../parts/time';
import { complianceTexts as texts } from '../texts/compliance';

/** Columns of policies. */
export const POLICY_COLUMNS = {
  title: {
    name: 'title',
    title: texts.policy,
    isSortable: true,
    cell: (row) => <Link to={`/compliance/policies/${row.id}`}>{row.title}</Link>,
  },
  profile: { name: 'profile', title: texts.profile, cell: (row) => row.profile_title },
  threshold: {
    name: 'compliance_threshold',
    title: texts.threshold,
    isSortable: true,
    isNumber: true,
    cell: (row) => texts.percent(row.compliance_threshold),
  },
} as const satisfies Readonly<Record<string, Column<ReportRecord>>>;

/** Columns of systems. */
export const SYSTEM_COLUMNS = {
  name: {
    name: 'display_name',
    title: texts.system,
    isSortable: true,
    cell: (row) => <Link to={`/compliance/systems/${row.id}`}>{row.display_name}</Link>,
  },
  osVersion: {
    name: 'os_version',
    title: texts.osVersion,
    isSortable: true,
    isNumber: true,
    cell: (row) => texts.os(row.os_major_version, row.os_minor_version),
  },
  policies: {
    name: 'policies',
    title: texts.systemsPage.policies,
    cell: (row) => <span className="clamped">{(row.policies ?? []).map(({ title }) => title).join(', ') || '–'}</span>,
  },
  lastSeen: { name: 'last_seen', title: texts.lastSeen, cell: (row) => <Time at={row.last_seen} /> },
} as const satisfies Readonly<Record<string, Column<SystemRecord>>>;
