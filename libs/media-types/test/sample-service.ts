import { Module, type Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { ErrorFilter, monitoringRenderer } from '@wardstone/errors';
import { HeavyWork } from '@wardstone/bootstrap';
import type { RequestHandler } from 'express';
import {
  MediaTypesModule,
  pageErrorRenderer,
  RepresentationAdapter,
  type RepresentationOptions,
  requestedType,
} from '../src';

/** Routes with a name as last segment have no suffix and no page. */
export const sampleOptions = (jsonpParameter: string): RepresentationOptions => ({
  vendorTokens: ['acme'],
  jsonpParameter,
  servesJsonp: true,
  permitsJsonp: () => true,
  productName: 'Wardstone',
  publicBaseUrl: 'https://mon.example.test',
  basePath: '/rest',
  consolePageOf: () => '/console/',
  addresses: {
    isServed: () => true,
    isRouted: () => true,
    takesSuffix: (path) => !path.includes('/name/'),
    hasPage: (path) => !path.includes('/name/'),
  },
});

/** A service of one controller, with its representations and errors. */
export async function startSample(
  controller: Type,
  options: RepresentationOptions,
  { bodies = [], heavyWork = new HeavyWork(4) }: { bodies?: RequestHandler[]; heavyWork?: HeavyWork } = {},
): Promise<NestExpressApplication> {
  @Module({ imports: [MediaTypesModule.forRoot(options)], controllers: [controller] })
  class SampleModule {}
  const module = await Test.createTestingModule({ imports: [SampleModule] }).compile();
  const app = module.createNestApplication<NestExpressApplication>(new RepresentationAdapter(options, heavyWork), {
    bodyParser: false,
  });
  app.use(requestedType(options), ...bodies);
  app.useGlobalFilters(
    new ErrorFilter({
      renderer: pageErrorRenderer(monitoringRenderer('acme'), options),
      mapping: {},
      getBaseAddress: () => options.publicBaseUrl,
      requestIdOf: () => 'id',
      report: () => undefined,
    }),
  );
  await app.init();
  return app;
}
