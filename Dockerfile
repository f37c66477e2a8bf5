# One stage to install, one to run: the image holds no compiler and no cache. Builds for amd64 and arm64 alike.
# PYTHON_IMAGE may name a digest: docs/security.md says how.
ARG PYTHON_IMAGE=python:3.12-slim
FROM ${PYTHON_IMAGE} AS install
COPY requirements/server.txt /tmp/server.txt
RUN python -m venv /opt/parallax && /opt/parallax/bin/pip install --no-cache-dir --require-hashes -r /tmp/server.txt

FROM ${PYTHON_IMAGE}
RUN useradd --system --uid 10001 --create-home --home-dir /data parallax
COPY --from=install /opt/parallax /opt/parallax
COPY app /srv/parallax/app
COPY migrations /srv/parallax/migrations
COPY templates /srv/parallax/templates
COPY static /srv/parallax/static
COPY docs /srv/parallax/docs
COPY packs/sampler /srv/parallax/packs/sampler
WORKDIR /srv/parallax
ENV PATH=/opt/parallax/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 DATA_DIR=/data HOST=0.0.0.0 PORT=8000
USER parallax
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s CMD \
    ["python", "-c", "import os, urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['PORT']}{os.environ.get('BASE_PATH', '')}/healthz\", timeout=2)"]
CMD ["python", "-m", "app.cli", "serve"]
