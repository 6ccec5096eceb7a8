import type { AuditRules } from '@wardstone/bootstrap';
import { BASE_PATH } from '../api/request-gate';

/** Values, events and availability that are reported, and what agents ask for and answer to all day. */
const DAILY_LOAD = new RegExp(
  `^${BASE_PATH}/(metric/data/|event/|resource/\\d+/availability$|agent/[^/]+/(inventory|measurements|availability|events|work/))`,
);

export const auditRules: AuditRules = {
  isDailyLoad: (method, path) => method !== 'DELETE' && DAILY_LOAD.test(path),
};
