import { Injectable } from '@nestjs/common';
import type { GroupDefinitionPreview, GroupDefinitionRest } from '@wardstone/dto/monitoring';
import { parseGroupExpression } from '@wardstone/group-expression';
import { type SentBody } from '@wardstone/media-types';
import { ResourceRecords } from '../resources/resource-record';
import { expressionLines } from './domain/definition-rules';
import { categoryOf } from './domain/group-category';
import { generatedGroupName } from './domain/group-name';
import { judged } from './group-definition.service';
import { type FoundGroups, GroupPreviewQueries } from './group-preview.queries';

const UNNAMED = 'unnamed';

/** What a definition would generate, without generating it. See rule groups-16. */
@Injectable()
export class GroupPreviewService {
  constructor(
    private readonly queries: GroupPreviewQueries,
    private readonly records: ResourceRecords,
  ) {}

  /** @throws invalid_content, group_expression_invalid */
  async preview(body: SentBody<GroupDefinitionRest>): Promise<GroupDefinitionPreview> {
    const sent = body.read();
    const { name, expression } = judged({
      name: sent.name?.trim() || UNNAMED,
      description: null,
      expression: expressionLines(sent.expression ?? []),
      recalc_interval_ms: 0,
      is_recursive: sent.recursive ?? false,
    });
    const found = await this.queries.find({
      id: sent.id ?? 0,
      name,
      expression: parseGroupExpression(expression),
      isRecursive: sent.recursive ?? false,
    });
    return this.describe(name, found);
  }

  private async describe(
    definitionName: string,
    { groups, group_count: groupCount, resource_count: resourceCount, taken_name: taken }: FoundGroups,
  ): Promise<GroupDefinitionPreview> {
    const resources = await this.queries.listMembers(groups.flatMap(({ member_ids: ids }) => ids));
    return {
      groupCount,
      resourceCount,
      groups: groups.map((group) => ({
        name: generatedGroupName(definitionName, group.pivot),
        category: categoryOf({ ...group, declared_type_id: null }),
        explicitCount: group.explicit_count,
        implicitCount: group.implicit_count,
        members: group.member_ids.flatMap((id) => {
          const row = resources.get(id);
          return row ? [this.records.of(row)] : [];
        }),
      })),
      notes: taken === null ? [] : [`Another group already has the name ${taken}`],
    };
  }
}
