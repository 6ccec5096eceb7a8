import { Get, Param } from '@nestjs/common';
import { Operation } from '@wardstone/bootstrap';
import type { RuleTreeNodeRecord } from '@wardstone/dto/compliance';
import { ComplianceController } from '../api/operation-parts';
import { ParentIds, RecordId, type RecordRequest } from '../api/request';
import { ruleTree } from './rule-tree-part';
import { RuleTreesService } from './rule-trees.service';

@ComplianceController('security_guides/:security_guide_id', 'rule trees')
export class RuleTreesController {
  constructor(private readonly trees: RuleTreesService) {}

  @Get('rule_tree')
  @Operation('Get the rule groups and rules of a guide as a tree', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: ruleTree,
  })
  securityGuideRuleTree(@RecordId('security_guide_id') id: string): Promise<RuleTreeNodeRecord[]> {
    return this.trees.ofGuide(id);
  }

  @Get('profiles/:profile_id/rule_tree')
  @Operation('Get the rules of a profile in the tree of their groups', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: ruleTree,
  })
  profileTree(
    @ParentIds('security_guide_id') request: RecordRequest<'security_guide_id'>,
    @Param('profile_id') id: string,
  ): Promise<RuleTreeNodeRecord[]> {
    return this.trees.ofProfile(request, id);
  }
}
