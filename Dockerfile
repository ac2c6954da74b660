# docker build -t satdoku .
# docker run --rm -i satdoku solve - < data/seeds/input.txt

FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
RUN python -m pip wheel --no-cache-dir --wheel-dir /wheels .

FROM python:3.13-slim
LABEL org.opencontainers.image.title="satdoku" \
      org.opencontainers.image.description="Sudoku by satisfiability" \
      org.opencontainers.image.licenses="MIT"
# No compiler and no index in here: everything was built in the first stage.
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    python -m pip install --no-cache-dir --no-index --find-links=/wheels satdoku \
    && useradd --create-home --uid 1000 satdoku
USER satdoku
WORKDIR /puzzles
ENTRYPOINT ["satdoku"]
CMD ["--help"]
