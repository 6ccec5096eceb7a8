import type { Bind } from '@wardstone/filter-query';
import type { SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import { isStale } from '../test-results/freshness.sql';
import { JUDGED_NOTHING } from '../test-results/verdict.sql';
import { verdictWithExceptions } from '../waivers/waived.sql';

/** What a day keeps of them. */
const OF_A_DAY = `
         count(t.system_id)::integer AS reported,
         count(*) FILTER (WHERE t.supported AND t.score >= p.compliance_threshold)::integer AS compliant,
         count(*) FILTER (WHERE NOT t.supported)::integer AS unsupported,
         count(*) FILTER (WHERE t.supported AND ${JUDGED_NOTHING})::integer AS not_applicable,
         avg(t.score) FILTER (WHERE t.supported AND NOT ${JUDGED_NOTHING}) AS score`;

/**
 * What the newest results of all systems of one policy come to, read from one index: what was removed has neither results nor
 * assignments.
 *
 * @param reportId what stands for the id of the report
 */
export const dayCounts = (reportId: string): string => `
  SELECT ${OF_A_DAY}
    FROM test_result t
    JOIN policy_system ps ON ps.policy_id = t.report_id AND ps.system_id = t.system_id
    JOIN policy p ON p.id = t.report_id
   WHERE t.report_id = ${reportId} AND t.is_newest`;

/**
 * What the newest results of a policy's systems come to, one row per policy with visible systems (rule compliance-27).
 *
 * @param which condition on assignments `ps`
 * @param at placeholder of the time
 */
export const systemCounts = (which: string, reach: SystemReach, bind: Bind, at: string): string => `
  SELECT ps.policy_id,
         count(*)::integer AS assigned,
         count(*) FILTER (WHERE t.supported AND (t.score >= p.compliance_threshold
           OR ${verdictWithExceptions('$1', at)} = 'compliant'))::integer AS excepted,
         count(*) FILTER (WHERE ${isStale(at)})::integer AS stale, ${OF_A_DAY}
    FROM policy_system ps
    JOIN policy p ON p.id = ps.policy_id
    JOIN system s ON s.id = ps.system_id
    LEFT JOIN test_result t ON t.report_id = ps.policy_id AND t.system_id = ps.system_id AND t.is_newest
   WHERE ${which} AND ${isVisible('$1', reach, bind)}
   GROUP BY ps.policy_id`;
