import { Body, Controller, Get, type INestApplication, Module, Post, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import {
  ArrayField,
  BooleanField,
  EnumField,
  IntField,
  NumberField,
  ObjectField,
  StringField,
  UuidField,
} from '@wardstone/dto';

class Inner {
  @StringField('Its name')
  name!: string;
}

class SampleBody {
  @StringField('A title', { example: 'x', minLength: 1, maxLength: 9, pattern: /^x/, format: 'slug' })
  title!: string;
  @IntField('A count', { min: 1, max: 9, default: 5 })
  count!: number;
  @NumberField('A share', { min: 0.5, optional: true, nullable: true })
  share?: number | null;
  @BooleanField('A flag', { default: false })
  flag!: boolean;
  @EnumField('A level', { values: ['low', 'high'], optional: true })
  level?: string;
  @EnumField('A shared level', { values: ['low', 'high'], name: 'Level' })
  sharedLevel!: string;
  @UuidField('An id')
  id!: string;
  @ArrayField('Some ids', { of: 'uuid', maxItems: 3 })
  ids!: string[];
  @ArrayField('Some inners', { of: () => Inner, minItems: 1 })
  inners!: Inner[];
  @ObjectField('An inner', { of: () => Inner })
  inner!: Inner;
  @ObjectField('A map', { example: { a: 1 } })
  map!: object;
}

class SampleQuery {
  @IntField('Page size', { min: 1, default: 20 })
  ps!: number;
  @ArrayField('Names', { of: 'string', optional: true })
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
