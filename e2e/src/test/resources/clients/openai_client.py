"""OpenAI's own client, as people use it. Reads OPENAI_BASE_URL and OPENAI_API_KEY. Usage: openai_client.py CHAT_MODEL EMBEDDING_MODEL"""

import asyncio
import base64
import sys

import openai

chat_model, embedding_model = sys.argv[1], sys.argv[2]
messages = [{"role": "user", "content": "Why share a field?"}]
client = openai.OpenAI(max_retries=0)

# Models.
assert chat_model in [model.id for model in client.models.list()]
assert client.models.retrieve(chat_model).object == "model"

# A chat in one piece, with its headers.
raw = client.chat.completions.with_raw_response.create(model=chat_model, messages=messages, max_tokens=8)
answer = raw.parse()
assert raw.headers["x-request-id"], raw.headers
assert answer.usage.completion_tokens == 8 and answer.choices[0].finish_reason == "length", answer
assert answer.choices[0].message.content, answer

# Two answers at once.
assert len(client.chat.completions.create(model=chat_model, messages=messages, max_tokens=4, n=2).choices) == 2

# A stream with its usage; the helper that gathers one.
last = None
text = ""
for chunk in client.chat.completions.create(
    model=chat_model, messages=messages, max_tokens=8, stream=True, stream_options={"include_usage": True}
):
    last = chunk
    text += chunk.choices[0].delta.content or "" if chunk.choices else ""
assert text and last.usage.completion_tokens == 8, last
with client.chat.completions.stream(model=chat_model, messages=messages, max_tokens=8) as stream:
    for _ in stream:
        pass
    assert stream.current_completion_snapshot.choices[0].message.content

# Completions and embeddings, which the client asks for as base64 unless told.
assert client.completions.create(model=chat_model, prompt=["one", "two"], max_tokens=3).usage.completion_tokens == 6
vectors = client.embeddings.create(model=embedding_model, input=["one", "two"])
assert len(vectors.data) == 2 and isinstance(vectors.data[0].embedding[0], float)
packed = client.embeddings.create(model=embedding_model, input="one", encoding_format="base64").data[0].embedding
assert len(base64.b64decode(packed)) == 4 * len(vectors.data[0].embedding)


def refused(kind, code, call):
    try:
        call()
    except kind as error:
        assert error.code == code, error
        assert error.body["message"], error
        return
    raise AssertionError(f"{kind.__name__} was expected")


# What is wrong says so in the client's own words.
refused(
    openai.NotFoundError, "model_not_found",
    lambda: client.chat.completions.create(model="nobody", messages=messages),
)
refused(
    openai.AuthenticationError, "invalid_api_key",
    lambda: openai.OpenAI(api_key="sk-wf-wrong", max_retries=0).models.list(),
)
refused(
    openai.BadRequestError, "context_length_exceeded",
    lambda: client.chat.completions.create(
        model=chat_model, messages=[{"role": "user", "content": "field " * 40000}], max_tokens=4),
)


# The asynchronous client, many at once; one leaves in the middle.
async def together():
    async with openai.AsyncOpenAI(max_retries=0) as many:
        calls = [many.chat.completions.create(model=chat_model, messages=messages, max_tokens=5) for _ in range(20)]
        assert all(a.usage.completion_tokens == 5 for a in await asyncio.gather(*calls))
        stream = await many.chat.completions.create(model=chat_model, messages=messages, max_tokens=1000, stream=True)
        async for _ in stream:
            break
        await stream.close()


asyncio.run(together())
print("openai", openai.__version__, "is content")
