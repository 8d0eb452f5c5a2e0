/** The baseline of test/bench/http.ts: an Express server that only parses a JSON body and returns it. */
import type { AddressInfo } from 'node:net';
import express from 'express';

const app = express();
app.use(express.json());
app.post('/echo', (request, response) => {
  response.json(request.body);
});
const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
