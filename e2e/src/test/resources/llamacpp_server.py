"""llama.cpp's own OpenAI-compatible server on a GGUF file. Usage: llamacpp_server.py GGUF NAME; listens on WELLFIELD_PORT."""

import os
import signal
import sys

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
name = sys.argv[2]
params.model_alias = name if isinstance(params.model_alias, str) else type(params.model_alias)([name])
params.n_ctx = 4096
params.n_parallel = 4
params.n_gpu_layers = 0
params.cpuparams.n_threads = 1
params.hostnames = ["127.0.0.1"]
params.port = int(os.environ["WELLFIELD_PORT"])
params.endpoint_metrics = True
params.use_jinja = True
params.warmup = params.ctx_shift = params.fit_params = False
server = xllamacpp.Server(params)
print("listening on 127.0.0.1:%d" % params.port, flush=True)
signal.sigwait([signal.SIGTERM, signal.SIGINT])
os._exit(0)
