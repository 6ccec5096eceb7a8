import type { Bind } from '@wardstone/filter-query';
import type { SystemReach } from '../systems/domain/system-reach';
import { isVisible } from '../systems/visible-system.sql';
import { OF_A_DAY } from '../verdicts/day-counts.sql';
import { isStale } from '../verdicts/freshness.sql';
import { countFailures, verdictWithExceptions } from '../verdicts/waived.sql';

/** Whether result `t` is compliant including exceptions, which are read only if they may change it. */
const isExcepted = (at: string): string => `t.supported AND (
           t.score >= p.compliance_threshold AND NOT ${countFailures('$1', at)}
           OR ${verdictWithExceptions('$1', at)} = 'compliant')`;

/**
 * Numbers by the newest results of a policy's systems, a row for each policy with visible systems (rule compliance-27).
 * @param which condition on assignments `ps`
 * @param at placeholder of the time
 */
export const systemCounts = (which: string, reach: SystemReach, bind: Bind, at: string): string => `
  SELECT ps.policy_id,
         count(*)::integer AS assigned,
         count(*) FILTER (WHERE ${isExcepted(at)})::integer AS excepted,
         count(*) FILTER (WHERE ${isStale(at)} AND ${isExcepted(at)})::integer AS stale_excepted,
         count(*) FILTER (WHERE ${isStale(at)})::integer AS stale,
         count(*) FILTER (WHERE t.supported AND t.score >= p.compliance_threshold AND ${isStale(at)})::integer
           AS stale_compliant, ${OF_A_DAY}
    FROM policy_system ps
    JOIN policy p ON p.id = ps.policy_id
    JOIN system s ON s.id = ps.system_id
    LEFT JOIN test_result t ON t.report_id = ps.policy_id AND t.system_id = ps.system_id AND t.is_newest
   WHERE ${which} AND ${isVisible('$1', reach, bind)}
   GROUP BY ps.policy_id`;
