/**
 * Programs that users of generated clients would write: each reads a page of a running API, whose origin and key are
 * given, and prints its total and the id of its first row.
 */

const BOUNDS = '{ north: 49, south: 24, east: -66, west: -125 }';

/** With the types of openapi-typescript, in `terrier.ts`. */
export const TYPES = `
import type { paths } from './terrier.ts';
type Search = paths['/api/v1/search']['post'];
const [origin, key] = process.argv.slice(2);
const body: Search['requestBody']['content']['application/json'] = { bounds: ${BOUNDS} };
const answer = await fetch(origin + '/api/v1/search', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const page = (await answer.json()) as Search['responses'][200]['content']['application/json'];
const total: number = page.total;
console.log(JSON.stringify([total, page.data[0]!.id]));
`;

/** With the client of @hey-api/openapi-ts, in the folder `client`. */
export const HEY = `
import { postSearch } from './client';
import { client } from './client/client.gen';
const [baseUrl, key] = process.argv.slice(2);
client.setConfig({ baseUrl: baseUrl!, auth: key! });
async function main() {
  const { data: page } = await postSearch({ body: { bounds: ${BOUNDS} }, throwOnError: true });
  const total: number = page.total;
  console.log(JSON.stringify([total, page.data[0]!.id]));
}
void main();
`;

const PYTHON_BOUNDS = '{"north": 49, "south": 24, "east": -66, "west": -125}';

/** With the package of openapi-python-client, next to it. */
export const PYTHON = `
import json, sys
from terrier_client import AuthenticatedClient
from terrier_client.api.search import post_search
from terrier_client.models import SearchRequest

with AuthenticatedClient(sys.argv[1], sys.argv[2]) as terrier:
    page = post_search.sync(client=terrier, body=SearchRequest.from_dict({"bounds": ${PYTHON_BOUNDS}}))
    print(json.dumps([page.total, page.data[0].id]))
`;

/** With the models of datamodel-code-generator, in `models.py`. */
export const MODELS = `
import json, sys, urllib.request
from models import Parcel, SearchRequest

body = SearchRequest.model_validate({"bounds": ${PYTHON_BOUNDS}}).model_dump_json(exclude_unset=True)
headers = {"Authorization": "Bearer " + sys.argv[2], "Content-Type": "application/json"}
request = urllib.request.Request(sys.argv[1] + "/api/v1/search", body.encode(), headers)
page = json.load(urllib.request.urlopen(request))
rows = [Parcel.model_validate(row) for row in page["data"]]
print(json.dumps([page["total"], rows[0].id]))
`;

/**
 * With the package of oapi-codegen, in `terrier.gen.go`. The route has only one type of answer: with two, such as
 * GeoJSON, the generated code compares the whole header, and accepts no type with a charset.
 */
export const GO = `
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func main() {
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Args[2])
		return nil
	}
	terrier, err := NewClientWithResponses(os.Args[1], WithRequestEditorFn(key))
	if err != nil {
		panic(err)
	}
	state := "NE"
	answer, err := terrier.GetDealsContractorsWithResponse(context.Background(), &GetDealsContractorsParams{State: &state})
	if err != nil {
		panic(err)
	}
	page := answer.JSON200
	said, _ := json.Marshal([]any{page.Total, page.Data[0].ContractorId})
	fmt.Println(string(said))
}
`;
