import { Get, Param } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import type { RuleTreeNodeRecord } from '@wardstone/dto/compliance';
import { ComplianceController } from '../api/operation.decorators';
import { ParentIds, RecordId, type RecordRequest } from '../api/request';
import { ApiRuleTree } from './rule-tree.decorator';
import { RuleTreesService } from './rule-trees.service';

@ComplianceController('security_guides/:security_guide_id', 'rule trees')
export class RuleTreesController {
  constructor(private readonly trees: RuleTreesService) {}

  @Get('rule_tree')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiRuleTree('SecurityGuideRuleTree', 'Get the rule groups and rules of a guide as a tree')
  ofGuide(@RecordId('security_guide_id') id: string): Promise<RuleTreeNodeRecord[]> {
    return this.trees.ofGuide(id);
  }

  @Get('profiles/:profile_id/rule_tree')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiRuleTree('ProfileTree', 'Get the rules of a profile in the tree of their groups')
  ofProfile(
    @ParentIds('security_guide_id') request: RecordRequest<'security_guide_id'>,
    @Param('profile_id') id: string,
  ): Promise<RuleTreeNodeRecord[]> {
    return this.trees.ofProfile(request, id);
  }
}
