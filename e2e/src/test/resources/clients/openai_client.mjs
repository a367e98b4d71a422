// OpenAI's own client, as people use it. Reads OPENAI_BASE_URL and OPENAI_API_KEY. Usage: openai_client.mjs CHAT_MODEL EMBEDDING_MODEL
import assert from "node:assert/strict";
import {createRequire} from "node:module";

const {default: OpenAI} = createRequire(process.env.CLIENT_PACKAGES + "/")("openai");
const [chatModel, embeddingModel] = process.argv.slice(2);
const messages = [{role: "user", content: "Why share a field?"}];
const client = new OpenAI({maxRetries: 0});

const models = [];
for await (const model of client.models.list()) models.push(model.id);
assert(models.includes(chatModel));

const {data: answer, response} = await client.chat.completions.create({model: chatModel, messages, max_tokens: 8}).withResponse();
assert.equal(answer.usage.completion_tokens, 8);
assert.equal(answer.choices[0].finish_reason, "length");
assert(response.headers.get("x-request-id"));

let text = "";
let usage;
for await (const chunk of await client.chat.completions.create(
    {model: chatModel, messages, max_tokens: 8, stream: true, stream_options: {include_usage: true}})) {
    text += chunk.choices[0]?.delta.content ?? "";
    usage = chunk.usage ?? usage;
}
assert(text.length > 0);
assert.equal(usage.completion_tokens, 8);

const gathered = client.chat.completions.stream({model: chatModel, messages, max_tokens: 8});
assert((await gathered.finalContent()).length > 0);

const whole = await client.completions.create({model: chatModel, prompt: "one", max_tokens: 3});
assert.equal(whole.usage.completion_tokens, 3);
const vectors = await client.embeddings.create({model: embeddingModel, input: ["one", "two"]});
assert.equal(vectors.data.length, 2);
assert.equal(typeof vectors.data[0].embedding[0], "number");

await assert.rejects(
    client.chat.completions.create({model: "nobody", messages}),
    error => error instanceof OpenAI.NotFoundError && error.code === "model_not_found");
await assert.rejects(
    new OpenAI({apiKey: "sk-wf-wrong", maxRetries: 0}).models.list(),
    error => error instanceof OpenAI.AuthenticationError && error.code === "invalid_api_key");

const leaving = new AbortController();
const cut = await client.chat.completions.create(
    {model: chatModel, messages, max_tokens: 1000, stream: true}, {signal: leaving.signal});
for await (const chunk of cut) {
    assert(chunk);
    leaving.abort();
}
console.log("openai is content");
