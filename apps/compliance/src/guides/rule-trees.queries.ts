import { Injectable } from '@nestjs/common';
import { Database, OrgDatabase } from '@wardstone/database';
import type { TreeEntry } from './domain/rule-tree';

/** All groups of the guide $1, and those of its rules in groups that satisfy `restriction`. */
const entriesWhere = (restriction: string): string => `
  SELECT g.id, 'rule_group' AS type, g.precedence,
         -- the last of the ids joined by '/'
         right(g.ancestry, 36) AS "parentId"
    FROM rule_group g
   WHERE g.security_guide_id = $1
   UNION ALL
  SELECT r.id, 'rule', r.precedence, r.rule_group_id::text
    FROM rule r
   WHERE r.security_guide_id = $1 AND r.rule_group_id IS NOT NULL AND ${restriction}`;

const OF_GUIDE = entriesWhere('TRUE');
const OF_PROFILE = entriesWhere('r.id IN (SELECT pr.rule_id FROM profile_rule pr WHERE pr.profile_id = $2)');
const OF_TAILORING = entriesWhere('r.id IN (SELECT tr.rule_id FROM tailoring_rule tr WHERE tr.tailoring_id = $2)');

@Injectable()
export class RuleTreesQueries {
  constructor(
    private readonly db: Database,
    private readonly orgDb: OrgDatabase,
  ) {}

  listOfGuide(guideId: string): Promise<TreeEntry[]> {
    return this.db.query<TreeEntry>(OF_GUIDE, [guideId]);
  }

  listOfProfile(guideId: string, profileId: string): Promise<TreeEntry[]> {
    return this.db.query<TreeEntry>(OF_PROFILE, [guideId, profileId]);
  }

  listOfTailoring(orgId: string, guideId: string, tailoringId: string): Promise<TreeEntry[]> {
    return this.orgDb.query<TreeEntry>(orgId, OF_TAILORING, [guideId, tailoringId]);
  }
}
