import { Body, Controller, Get, type INestApplication, Module, Post, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Field } from '@wardstone/dto';

class Inner {
  @Field.String('Its name')
  name!: string;
}

class SampleBody {
  @Field.String('A title', { example: 'x', minLength: 1, maxLength: 9, pattern: /^x/, format: 'slug' })
  title!: string;
  @Field.Int('A count', { min: 1, max: 9, default: 5 })
  count!: number;
  @Field.Number('A share', { min: 0.5, optional: true, nullable: true })
  share?: number | null;
  @Field.Boolean('A flag', { default: false })
  flag!: boolean;
  @Field.Enum('A level', { values: ['low', 'high'], optional: true })
  level?: string;
  @Field.Enum('A shared level', { values: ['low', 'high'], name: 'Level' })
  sharedLevel!: string;
  @Field.Uuid('An id')
  id!: string;
  @Field.Array('Some ids', { of: 'uuid', maxItems: 3 })
  ids!: string[];
  @Field.Array('Some inners', { of: () => Inner, minItems: 1 })
  inners!: Inner[];
  @Field.Object('An inner', { of: () => Inner })
  inner!: Inner;
  @Field.Object('A map', { example: { a: 1 } })
  map!: object;
}

class SampleQuery {
  @Field.Int('Page size', { min: 1, default: 20 })
  ps!: number;
  @Field.Array('Names', { of: 'string', optional: true })
  name?: string[];
}

@Controller('sample')
class SampleController {
  @Post()
  create(@Body() _body: SampleBody): void {}
  @Get()
  list(@Query() _query: SampleQuery): void {}
}

@Module({ controllers: [SampleController] })
class SampleModule {}

describe('the OpenAPI document of decorated fields', () => {
  let app: INestApplication;
  let document: OpenAPIObject;

  beforeAll(async () => {
    app = await NestFactory.create(SampleModule, { logger: false });
    document = SwaggerModule.createDocument(app, new DocumentBuilder().setOpenAPIVersion('3.1.0').build());
  });
  afterAll(() => app.close());

  it('describes a body', () => {
    expect(document.components?.schemas?.['SampleBody']).toEqual({
      type: 'object',
      properties: {
        title: {
          type: 'string',
          description: 'A title',
          example: 'x',
          minLength: 1,
          maxLength: 9,
          pattern: '^x',
          format: 'slug',
        },
        count: { type: 'integer', description: 'A count', minimum: 1, maximum: 9, default: 5 },
        share: { type: 'number', description: 'A share', minimum: 0.5, nullable: true },
        flag: { type: 'boolean', description: 'A flag', default: false },
        level: { type: 'string', description: 'A level', enum: ['low', 'high'] },
        sharedLevel: { description: 'A shared level', allOf: [{ $ref: '#/components/schemas/Level' }] },
        id: { type: 'string', format: 'uuid', description: 'An id' },
        ids: { type: 'array', description: 'Some ids', items: { type: 'string', format: 'uuid' }, maxItems: 3 },
        inners: {
          type: 'array',
          description: 'Some inners',
          items: { $ref: '#/components/schemas/Inner' },
          minItems: 1,
        },
        inner: { description: 'An inner', allOf: [{ $ref: '#/components/schemas/Inner' }] },
        map: { type: 'object', description: 'A map', additionalProperties: true, example: { a: 1 } },
      },
      required: ['title', 'sharedLevel', 'id', 'ids', 'inners', 'inner', 'map'],
    });
    expect(document.components?.schemas?.['Inner']).toEqual({
      type: 'object',
      properties: { name: { type: 'string', description: 'Its name' } },
      required: ['name'],
    });
  });

  it('describes query parameters', () => {
    expect(document.paths['/sample']?.get?.parameters).toEqual([
      {
        name: 'ps',
        in: 'query',
        required: false,
        description: 'Page size',
        schema: { type: 'integer', minimum: 1, default: 20 },
      },
      {
        name: 'name',
        in: 'query',
        required: false,
        description: 'Names',
        schema: { type: 'array', items: { type: 'string' } },
      },
    ]);
  });
});
