import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { type Part } from '@wardstone/bootstrap';
import { RuleTreeNodeRecord } from '@wardstone/dto/compliance';
import { MEDIA_TYPE } from '../api/operation-parts';

const EXAMPLE = [
  {
    id: '3f2c9a61-0b7d-4d0e-a1f4-9be3c5d7e820',
    type: 'rule_group',
    children: [{ id: '7c1e5b0d-6a2f-4f7e-8b39-d0a4c2e9f153', type: 'rule' }],
  },
];

/** Declares the tree of a guide, a profile or a tailoring. */
export const ruleTree: Part = applyDecorators(
  ApiExtraModels(RuleTreeNodeRecord),
  ApiResponse({
    status: 200,
    description: 'The groups at the root of the guide, including groups without rules',
    content: {
      [MEDIA_TYPE]: {
        schema: { type: 'array', items: { $ref: getSchemaPath(RuleTreeNodeRecord) } },
        example: EXAMPLE,
      },
    },
  }),
);
