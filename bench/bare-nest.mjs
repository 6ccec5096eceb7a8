// node bench/bare-nest.mjs: the limit that the way of a request through a service is measured against. Nest on Express as
// it comes, with one route for each path, which returns the same bytes: no authentication, no look-ups.
//
// PORT, HOST. ANSWERS: JSON of path -> {type, body}.
import 'reflect-metadata';
import { Controller, Get, Header, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class AnswersController {}
for (const [index, [path, { type, body }]] of Object.entries(JSON.parse(process.env.ANSWERS)).entries()) {
  const name = `answer${index}`;
  AnswersController.prototype[name] = () => body;
  const handler = Object.getOwnPropertyDescriptor(AnswersController.prototype, name);
  Get(path)(AnswersController.prototype, name, handler);
  Header('Content-Type', type)(AnswersController.prototype, name, handler);
}
Controller()(AnswersController);

class AnswersModule {}
Module({ controllers: [AnswersController] })(AnswersModule);

const app = await NestFactory.create(AnswersModule, { logger: false });
app.getHttpServer().keepAliveTimeout = 60_000;
await app.listen(process.env.PORT, process.env.HOST);
